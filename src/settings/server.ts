import { choice, flag, list, secret, text, webUrl, whole } from './setting.ts'

/** The server that commands on this machine call. */
export const commandLineSettings = {
  server: webUrl({
    name: 'server',
    sentence: 'Server that “sitesounder crawls” and “sitesounder issues” call.',
  }),
  apiKey: secret({
    name: 'api-key',
    form: 'API key of that server',
    sentence: 'API key for these commands; its scope must be crawl to pause, resume or stop.',
  }),
}

/** The server itself: where it listens, what it keeps its data in, what stands before it. */
export const serverSettings = {
  port: whole({
    name: 'port',
    fallback: 3000,
    min: 0,
    max: 65_535,
    alsoBare: true,
    sentence: 'Port of the web interface; 0 chooses a free one.',
  }),
  host: text({
    name: 'host',
    fallback: '127.0.0.1',
    form: 'IP address or host name',
    alsoBare: true,
    sentence:
      'IP address or host name to listen on. Anything but loopback makes the server public: private targets are then refused.',
  }),
  data: text({
    name: 'data',
    fallback: 'data',
    form: 'folder',
    sentence: 'Data folder; created when it does not exist.',
  }),
  databaseUrl: secret({
    name: 'database-url',
    form: 'postgres://user:password@host/database',
    sentence: 'PostgreSQL database for any number of processes and machines; without it a file in the data folder.',
  }),
  credentialsKey: secret({
    name: 'credentials-key',
    form: 'at least 32 characters',
    sentence:
      'Encrypts the credentials that signed-in users store for websites; without it a key is made in the data folder, and none can be stored on PostgreSQL.',
  }),
  databaseConnections: whole({
    name: 'database-connections',
    fallback: 8,
    min: 2,
    max: 200,
    unit: 'connections',
    sentence:
      'Connections of one thread to PostgreSQL; a process has two such threads, and three more for the queue of each.',
  }),
  claimSeconds: whole({
    name: 'claim-seconds',
    fallback: 30,
    min: 2,
    max: 3_600,
    unit: 'seconds',
    sentence: 'On PostgreSQL: a process without a heartbeat for this time loses its crawls to other processes.',
  }),
  workerPort: whole({
    name: 'worker-port',
    fallback: 0,
    min: 0,
    max: 65_535,
    sentence: 'Port on which “sitesounder worker” serves /healthz, /readyz and /metrics; 0 for none.',
  }),
  metrics: flag({
    name: 'metrics',
    fallback: false,
    sentence: 'Whether /metrics serves metrics for Prometheus, without authentication.',
  }),
  chromiumSandbox: choice({
    name: 'chromium-sandbox',
    fallback: 'required',
    choices: ['required', 'off'],
    sentence:
      'Whether Chromium must have its sandbox, which root and machines without user namespaces cannot give it. With off, a page that breaks Chromium can do what this program can.',
  }),
  publicUrl: webUrl({
    name: 'public-url',
    sentence: 'URL at which a reverse proxy serves this server; makes it public, and cookies Secure when it is https.',
  }),
  trustedProxies: list({
    name: 'trusted-proxies',
    form: 'list of IP address or CIDR range',
    sentence: 'Reverse proxies whose Forwarded or X-Forwarded-For header is trusted for the IP address of the visitor.',
  }),
}
