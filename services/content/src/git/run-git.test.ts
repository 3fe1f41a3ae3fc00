import { expect, test } from '@jest/globals'
import { requireGit } from './run-git.ts'

test('without a git program operations are refused, with the reason, until it is there', async () => {
  await requireGit()
  const { PATH } = process.env
  process.env.PATH = '/nonexistent'
  try {
    await expect(requireGit()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('install git') })
  } finally {
    process.env.PATH = PATH
  }
  await requireGit()
})
