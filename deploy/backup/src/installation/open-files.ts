import { BlobConfig, openBlobs } from '@quire/content/blobs'

/** Opens the files of content as content itself does, given its environment. */
export function openFiles(environment: NodeJS.ProcessEnv): ReturnType<typeof openBlobs> {
  // The S3 library reads its credentials from the environment of the process.
  const credentials = Object.entries(environment).filter(([name]) => name.startsWith('AWS_'))
  Object.assign(process.env, Object.fromEntries(credentials))
  // An empty variable counts as one that is not set.
  const given = Object.entries(environment).filter(([, value]) => value?.trim())
  return openBlobs(BlobConfig.parse(Object.fromEntries(given)))
}
