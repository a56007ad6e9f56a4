import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostMapChoices } from '#shared/host-map.ts'
import { type Outbound, PROXY_NAME, type ProxyServer, parseProxyUrl } from '#shared/outbound.ts'
import { choice, type Setting, SettingError, text } from './setting.ts'

/** How requests of crawls leave this machine. */

const PROXY_FORM = 'URL such as http://user:password@proxy.example.com:3128; also https:// and socks5://'
/** More certificates than that are a bundle of the public ones. */
const MAX_CERTIFICATES = 500
const MAX_CERTIFICATE_FILE_BYTES = 4 * 1024 * 1024
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

const crawlProxies: Setting<Readonly<Record<string, ProxyServer>>> = {
  name: 'crawl-proxies',
  fallback: {},
  form: 'list of name=URL',
  sentence: 'Further proxies, of which a crawl may choose one by its name.',
  isSecret: true,
  parse: value => Object.fromEntries(value.split(/\s+/).filter(Boolean).map(namedProxy)),
}

function namedProxy(entry: string): [string, ProxyServer] {
  const equals = entry.indexOf('=')
  const name = entry.slice(0, Math.max(0, equals))
  const proxy = parseProxyUrl(entry.slice(equals + 1))
  if (!PROXY_NAME.test(name) || !proxy)
    throw new SettingError('must be a list of proxies, each a name, an equals sign and a URL')
  return [name, proxy]
}

const proxy: Setting<ProxyServer | null> = {
  name: 'proxy',
  fallback: null,
  form: PROXY_FORM,
  sentence: 'Proxy of all requests to crawled websites; without it they go directly.',
  isSecret: true,
  parse: value => {
    const parsed = parseProxyUrl(value)
    if (!parsed) throw new SettingError(`must be a ${PROXY_FORM}`)
    return parsed
  },
}

export const outboundSettings = {
  proxy,
  crawlProxies,
  certificateFile: text({
    name: 'certificate-file',
    fallback: '',
    form: 'PEM file',
    sentence: 'Certificates of authorities that crawled websites are trusted by, besides the public ones.',
  }),
  hostMaps: choice({
    name: 'host-maps',
    fallback: 'never',
    choices: hostMapChoices,
    sentence:
      'Who may send the requests of a crawl for a host to an IP address in place of those that DNS has; the command line always may.',
  }),
}

interface ChosenOutbound {
  proxy: ProxyServer | null
  crawlProxies: Readonly<Record<string, ProxyServer>>
  certificateFile: string
}

/** The settings in the form that fetches take. @throws SettingError for a file that holds no certificates. */
export function outboundOf({ proxy, crawlProxies, certificateFile }: ChosenOutbound): Outbound {
  return { proxy, crawlProxies, certificates: certificateFile === '' ? [] : certificatesOf(certificateFile) }
}

function certificatesOf(file: string): string[] {
  const found = readBounded(file).match(PEM) ?? []
  if (found.length === 0 || found.length > MAX_CERTIFICATES || !found.every(isCertificate))
    throw new SettingError(`The file ${file} of SITESOUNDER_CERTIFICATE_FILE holds no certificates in PEM form.`)
  return found
}

function readBounded(file: string): string {
  try {
    return readFileSync(file, 'latin1').slice(0, MAX_CERTIFICATE_FILE_BYTES)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new SettingError(`The file ${file} of SITESOUNDER_CERTIFICATE_FILE cannot be read${why}.`)
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
