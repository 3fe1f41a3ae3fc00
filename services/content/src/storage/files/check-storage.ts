import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConfigProblem } from '@quire/kit'
import type { BlobConfig } from './open-blobs.ts'

/** Variables by which the S3 library finds credentials elsewhere: a profile, or the identity of a machine or container. */
const otherSources = [
  'AWS_PROFILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
]

/** Lists what is missing for a bucket, or is set without one. Machines of Amazon's have credentials without any variable. */
export function checkStorage(config: BlobConfig, env: NodeJS.ProcessEnv): ConfigProblem[] {
  if (config.BLOBS_S3_BUCKET === undefined) return withoutBucket(config)
  return [...credentialProblems(config, env), ...endpointProblems(config, env)]
}

function withoutBucket(config: BlobConfig): ConfigProblem[] {
  if (config.BLOBS_S3_ENDPOINT === undefined) return []
  const message = `must be set where BLOBS_S3_ENDPOINT is; without it files would be stored in ${config.DATA_DIR}`
  return [{ variable: 'BLOBS_S3_BUCKET', message }]
}

function credentialProblems({ BLOBS_S3_ENDPOINT: endpoint }: BlobConfig, env: NodeJS.ProcessEnv): ConfigProblem[] {
  const pair = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const
  const missing = pair.filter((name) => env[name] === undefined)
  const [variable] = missing
  if (variable === undefined) return []
  if (missing.length === 1) {
    const other = pair.find((name) => name !== variable)
    return [{ variable, message: `must be set where ${other} is` }]
  }
  if (otherSources.some((name) => env[name] !== undefined)) return []
  if (existsSync(join(env.HOME ?? homedir(), '.aws', 'credentials'))) return []
  const isAmazon = endpoint === undefined || new URL(endpoint).hostname.endsWith('.amazonaws.com')
  const message = `must be set, with ${pair[1]}, for the bucket of BLOBS_S3_BUCKET`
  if (!isAmazon) return [{ variable, message }]
  return [{ variable, message: `${message}, unless this machine has a role`, isWarning: true }]
}

function endpointProblems({ BLOBS_S3_ENDPOINT }: BlobConfig, env: NodeJS.ProcessEnv): ConfigProblem[] {
  const named = [BLOBS_S3_ENDPOINT, env.AWS_ENDPOINT_URL, env.AWS_ENDPOINT_URL_S3, env.BLOBS_S3_REGION]
  if (named.some((one) => one !== undefined)) return []
  const message = 'is not set, and BLOBS_S3_REGION neither: the bucket is looked for at Amazon, in us-east-1'
  return [{ variable: 'BLOBS_S3_ENDPOINT', message, isWarning: true }]
}
