/** What a browser and Node need to run, and no more: no setting of ours, no secret, no proxy. Upper case on Windows varies. */
const KEPT = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'FONTCONFIG_PATH',
  'FONTCONFIG_FILE',
  'LD_LIBRARY_PATH',
  'SYSTEMROOT',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMDATA',
  'USERPROFILE',
  'LOCALAPPDATA',
  'APPDATA',
])

/** Environment of a browser and of what drives it; temporary files go to `folder`. */
export function browserEnvironment(of: {
  environment: Readonly<Record<string, string | undefined>>
  browser: Readonly<Record<string, string>>
  folder: string
}): Record<string, string> {
  const kept = Object.entries(of.environment).flatMap(([name, value]) =>
    value !== undefined && KEPT.has(name.toUpperCase()) ? [[name, value] as const] : [],
  )
  return { ...Object.fromEntries(kept), ...of.browser, ...temporaryFolderVariables(of.folder) }
}

/** Each system reads another one; Chromium on macOS one of its own. */
export function temporaryFolderVariables(folder: string): Record<string, string> {
  return { TMPDIR: folder, MAC_CHROMIUM_TMPDIR: folder, TEMP: folder, TMP: folder }
}
