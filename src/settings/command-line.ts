import { secret, webAddress } from './setting.ts'

/** Which server the commands of this machine ask. */
export const commandLineSettings = {
  server: webAddress({
    name: 'server',
    sentence: 'Server that “sitesounder crawls” asks.',
  }),
  apiKey: secret({
    name: 'api-key',
    form: 'API key of that server',
    sentence: 'Key with which “sitesounder crawls” asks; its scope must be crawl to pause, resume or stop.',
  }),
}
