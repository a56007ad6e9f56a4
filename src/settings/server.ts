import { flag, list, secret, text, webAddress, whole } from './setting.ts'

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

/** The server itself: where it listens, what it keeps its data in, what stands before it. */
export const serverSettings = {
  port: whole({
    name: 'port',
    fallback: 3000,
    min: 0,
    max: 65_535,
    alsoBare: true,
    sentence: 'Port of the web interface; 0 takes a free one.',
  }),
  host: text({
    name: 'host',
    fallback: '127.0.0.1',
    form: 'address or name',
    alsoBare: true,
    sentence: 'Address to listen on. Anything but loopback makes the server public: private targets are then refused.',
  }),
  data: text({
    name: 'data',
    fallback: 'data',
    form: 'folder',
    sentence: 'Data folder; made when it does not exist.',
  }),
  databaseUrl: secret({
    name: 'database-url',
    form: 'postgres://user:password@host/database',
    sentence: 'PostgreSQL database for any number of processes and machines; without it a file in the data folder.',
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
    sentence: 'On PostgreSQL: a process that is not heard of for so long loses its crawls to others.',
  }),
  workerPort: whole({
    name: 'worker-port',
    fallback: 0,
    min: 0,
    max: 65_535,
    sentence: 'Port on which “sitesounder worker” answers /healthz, /readyz and /metrics; 0 for none.',
  }),
  metrics: flag({
    name: 'metrics',
    fallback: false,
    sentence: 'Whether /metrics tells Prometheus, and anybody else who asks, how busy the process is.',
  }),
  publicUrl: webAddress({
    name: 'public-url',
    sentence:
      'Address under which a reverse proxy shows this server; makes it public, and cookies Secure when it is https.',
  }),
  trustedProxies: list({
    name: 'trusted-proxies',
    form: 'list of address or CIDR range',
    sentence:
      'Reverse proxies whose Forwarded or X-Forwarded-For names the visitor’s address; nobody else is believed.',
  }),
}
