import { resolve } from 'node:path'
import type { Options } from './options.ts'

/** The settings that a measured system is started with; `port` is where archives are fetched from. */
export const environmentOf = ({ profileFolder }: Pick<Options, 'profileFolder'>, port: number) => ({
  // The import of the large space takes longer than a request of a person may.
  PROXY_TIMEOUT_MS: '600000',
  OUTBOUND_ALLOW: `127.0.0.1:${port}`,
  ...(profileFolder && { NODE_OPTIONS: profiling(profileFolder) }),
})

const profiling = (folder: string) => `${process.env.NODE_OPTIONS ?? ''} --cpu-prof --cpu-prof-dir=${resolve(folder)}`
