import { join } from 'node:path'
import { findSystem, runningEnvironments } from '../tokens/system-config.ts'

const databaseNames = ['identity', 'content', 'sites', 'ai'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** Locations of the installation's data, as far as the environment or the system on DATA_DIR names them. */
export interface Installation {
  databases: Partial<Record<DatabaseName, string>>
  /** The folder of files; undefined if they are in a bucket. */
  fileFolder: string | undefined
}

/** Finds the databases in DATABASE_URL_<SERVICE>, else those of the system that runs on DATA_DIR; throws as `findSystem`. */
export function findInstallation(env: NodeJS.ProcessEnv): Installation {
  const identity = findSystem(env).DATABASE_URL
  const running = runningEnvironments(env)
  const found = databaseNames.map((name) => [
    name,
    name === 'identity' ? identity : (env[`DATABASE_URL_${name.toUpperCase()}`] ?? running[name]?.DATABASE_URL),
  ])
  const dataFolder = running.content?.DATA_DIR ?? env.DATA_DIR
  // The content that runs knows its storage; this command may have been started with other settings.
  const isInFolder = dataFolder !== undefined && !(running.content ?? env).BLOBS_S3_BUCKET
  return { databases: Object.fromEntries(found), fileFolder: isInFolder ? join(dataFolder, 'blobs') : undefined }
}
