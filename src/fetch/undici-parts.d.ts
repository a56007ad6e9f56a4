/**
 * The parts of undici that connections are made of. Its index reads 109 files, of which these need 22: for every thread that fetches, a
 * start with 30 ms less work and 9 MB less memory. undici's version is pinned.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici'
}
