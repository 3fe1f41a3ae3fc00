import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A commit of a test: files by path, null for one that it removes. */
export type Files = Record<string, string | Buffer | null>

const env = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Grace Hopper',
  GIT_AUTHOR_EMAIL: 'grace@example.com',
  GIT_COMMITTER_NAME: 'Grace Hopper',
  GIT_COMMITTER_EMAIL: 'grace@example.com',
}

interface Commit {
  branch: string
  message: string
  author: string
  /** The commit that the branch is at. */
  parent: string | undefined
}

/** A commit as `git fast-import` reads it, which writes all of it in one process. */
function commitStream(files: Files, { branch, message, author, parent }: Commit): Buffer {
  const data = (content: string | Buffer) => [`data ${Buffer.byteLength(content)}\n`, content, '\n']
  const quoted = (path: string) => `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
  const pieces = [
    `commit refs/heads/${branch}\nauthor ${author} now\ncommitter Grace Hopper <grace@example.com> now\n`,
    ...data(`${message}\n`),
    ...(parent === undefined ? [] : [`from ${parent}\n`]),
    ...Object.entries(files).flatMap(([path, content]) =>
      content === null ? [`D ${quoted(path)}\n`] : [`M 100644 inline ${quoted(path)}\n`, ...data(content)],
    ),
  ]
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
}

/**
 * Starts a real Git server: `git http-backend` behind a small HTTP server, with a user name and a password. Start the world
 * with its `host` in `OUTBOUND_ALLOW`.
 */
export async function gitServer() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-git-'))
  const credentials = { username: 'robot', password: 'p@ss word' }
  const expected = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
  /** Answers of the server in place of Git's, by path. */
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const requests: { url: string; authorization: string | undefined; bytes: number }[] = []
  const holds = new Map<string, { isAnswer: boolean; arrive: () => void; released: Promise<void> }>()
  const server = createServer(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const one = { url: request.url ?? '', authorization: request.headers.authorization, bytes: 0 }
    requests.push(one)
    const answer = answers.get(path)
    if (answer) return answer(request, response)
    if (request.headers.authorization !== expected)
      return void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
    const held = holds.get(request.url ?? '')
    if (held && !held.isAnswer) {
      held.arrive()
      await held.released
      if (response.destroyed) return
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...env,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(path),
        QUERY_STRING: query,
        REQUEST_METHOD: request.method,
        REMOTE_USER: credentials.username,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        ...(request.headers['content-encoding'] && {
          HTTP_CONTENT_ENCODING: String(request.headers['content-encoding']),
        }),
        ...(request.headers['git-protocol'] && { GIT_PROTOCOL: String(request.headers['git-protocol']) }),
      },
    })
    request.pipe(backend.stdin)
    backend.stdin.on('error', () => undefined)
    if (held?.isAnswer) {
      await once(backend, 'exit')
      held.arrive()
      await held.released
    }
    let head = Buffer.alloc(0)
    let isHeadSent = false
    backend.stdout.on('data', (piece: Buffer) => {
      one.bytes += piece.length
      if (isHeadSent) return void response.write(piece)
      head = Buffer.concat([head, piece])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const lines = head.subarray(0, end).toString().split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]))
      const { Status: status = '200', ...others } = headers
      response.writeHead(Number.parseInt(status, 10), others)
      isHeadSent = true
      response.write(head.subarray(end + 4))
    })
    backend.on('close', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const login = `${credentials.username}:${encodeURIComponent(credentials.password)}`
  let count = 0

  return {
    host,
    credentials,
    answers,
    requests,
    /**
     * Lets requests for an address wait until `release` is called, or only their answers, when git has done what they ask
     * for. `arrived` resolves with the first that waits.
     */
    hold(url: string, { isAnswer = false } = {}) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      holds.set(url, { isAnswer, arrive: arrived.resolve, released: released.promise })
      const release = () => {
        holds.delete(url)
        released.resolve()
      }
      return { arrived: arrived.promise, release }
    },
    /** Creates an empty repository; returns what tests do with it. */
    async repository() {
      count += 1
      const name = `team/docs-${count}.git`
      const bare = join(folder, name)
      const git = async (...args: string[]) =>
        (await run('git', args, { cwd: folder, env: { ...env, GIT_DIR: bare }, maxBuffer: 2 ** 28 })).stdout
      // Tests ask for it again and again, and starting git takes longer than reading a file.
      const head = async (branch = 'main') => {
        const loose = readFile(join(bare, 'refs/heads', branch), 'utf8')
        return (await loose.catch(() => git('rev-parse', `refs/heads/${branch}`))).trim()
      }
      await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare], { env })
      // Maintenance after a push would go on in the background, and write while the folder is removed.
      await appendFile(
        join(bare, 'config'),
        '[http]\n\treceivepack = true\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n',
      )
      return {
        /** The address with credentials. */
        url: `http://${login}@${host}/${name}`,
        /** The address without. */
        plainUrl: `http://${host}/${name}`,
        path: `/${name}`,
        bare,
        git,
        head,
        /** Commits files on top of a branch, and returns the name of the commit. */
        async commit(
          files: Files,
          { branch = 'main', message = 'Write', author = 'Grace Hopper <grace@example.com>' } = {},
        ) {
          const parent = await head(branch).catch(() => undefined)
          const running = run('git', ['fast-import', '--quiet', '--date-format=now'], {
            env: { ...env, GIT_DIR: bare },
          })
          running.child.stdin?.end(commitStream(files, { branch, message, author, parent }))
          await running
          return head(branch)
        },
        /** The text of a file at a ref. */
        read: (path: string, ref = 'main') => git('show', `${ref}:${path}`),
        /** The changed lines between two commits, without context. */
        diff: async (from: string, to: string) =>
          (await git('diff', '--unified=0', '--no-renames', from, to)).split('\n').filter((line) => /^[+-]/.test(line)),
        log: async (ref = 'main') => (await git('log', '--format=%s|%an <%ae>|%cn', ref)).trim().split('\n'),
      }
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true })
    },
  }
}
export type GitServer = Awaited<ReturnType<typeof gitServer>>
export type GitRepository = Awaited<ReturnType<GitServer['repository']>>
