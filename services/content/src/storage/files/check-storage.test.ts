import { expect, test } from '@jest/globals'
import { checkStorage } from './check-storage.ts'
import { BlobConfig } from './open-blobs.ts'

const storage = { BLOBS_S3_BUCKET: 'quire', BLOBS_S3_ENDPOINT: 'https://storage.example' }
const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

test.each([
  ['a folder', {}, []],
  ['an endpoint without a bucket', { BLOBS_S3_ENDPOINT: 'https://storage.example' }, ['BLOBS_S3_BUCKET']],
  ['a bucket without credentials', storage, ['AWS_ACCESS_KEY_ID']],
  ['half of the credentials', { ...storage, AWS_ACCESS_KEY_ID: 'id' }, ['AWS_SECRET_ACCESS_KEY']],
  ['a bucket with credentials', { ...storage, ...keys }, []],
  ['a bucket with a profile', { ...storage, AWS_PROFILE: 'quire' }, []],
  ['a bucket of Amazon', { BLOBS_S3_BUCKET: 'quire', BLOBS_S3_REGION: 'eu-west-1', ...keys }, []],
  ['a bucket without endpoint and region', { BLOBS_S3_BUCKET: 'quire', ...keys }, ['BLOBS_S3_ENDPOINT warns']],
  ['a machine that may have a role', { BLOBS_S3_BUCKET: 'quire', BLOBS_S3_REGION: 'x' }, ['AWS_ACCESS_KEY_ID warns']],
])('of %s what is missing is named', (_, env, expected) => {
  const given = { DATA_DIR: '/data', HOME: '/nowhere', ...env }
  const problems = checkStorage(BlobConfig.parse(given), given)
  expect(problems.map(({ variable, isWarning }) => `${variable}${isWarning ? ' warns' : ''}`)).toEqual(expected)
})
