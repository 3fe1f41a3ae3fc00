import { expect, test } from '@jest/globals'
import { BrokenFile } from '../imports/broken-file.ts'
import { lfsAccessOverHttp, lfsAccessOverSsh } from './lfs-access.ts'
import { GitFailure } from './run-git.ts'

const remote = { url: "ssh://git@git.example.com/team/it's%20docs.git", transport: 'ssh' as const }

/** An SSH server that answers so; `asked` are the commands that it got. */
function serverThatSays(answer: unknown) {
  const asked: string[] = []
  const runThere = async (command: string) => {
    asked.push(command)
    if (answer instanceof Error) throw answer
    return Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }
  return { asked, find: lfsAccessOverSsh({ runThere }, remote, AbortSignal.timeout(60_000)) }
}

test('an SSH server is asked once, for the path as it is, and decides no header of the connection', async () => {
  const header = { Authorization: 'RemoteAuth x', Host: 'inside.example.com', 'Content-Length': '7' }
  const { find, asked } = serverThatSays({ href: 'https://lfs.example.com/docs/', header, expires_in: 600 })
  const access = { href: 'https://lfs.example.com/docs', headers: { Authorization: 'RemoteAuth x' } }
  expect([await find(), await find()]).toEqual([access, access])
  expect(asked).toEqual([`git-lfs-authenticate '/team/it'\\''s docs.git' download`])
})

test('an access that has expired is asked for again', async () => {
  const { find, asked } = serverThatSays({ href: 'https://lfs.example.com/docs', expires_in: 0 })
  await find()
  await find()
  expect(asked).toHaveLength(2)
})

test.each([
  ['another word', 'Welcome to the server', 1],
  ['no address', { header: {} }, 1],
  ['no text as its address', { href: 7 }, 1],
  ['a header with a line end in its name', { href: 'https://lfs.example.com/', header: { 'X\r\nY': 'z' } }, 1],
  // The connection may have broken off.
  ['a failure', new GitFailure('ssh', 'unknown command'), 2],
])('an answer with %s is a failure of the file alone', async (_, answer, times) => {
  const { find, asked } = serverThatSays(answer)
  await expect(find()).rejects.toThrow(BrokenFile)
  // A commit may have thousands of pointers, each of which would sign in at the server.
  await expect(find()).rejects.toThrow(BrokenFile)
  expect(asked).toHaveLength(times)
})

test('over HTTP the credentials of the repository go along', async () => {
  const http = { url: 'https://git.example.com/docs', transport: 'https' as const }
  expect(await lfsAccessOverHttp(http)()).toEqual({ href: 'https://git.example.com/docs.git/info/lfs', headers: {} })
  const { headers } = await lfsAccessOverHttp({ ...http, credentials: { username: 'a', password: 'b' } })()
  expect(headers).toEqual({ authorization: 'Basic YTpi' })
})
