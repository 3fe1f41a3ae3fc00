import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const program = '/usr/sbin/sshd'
const isRoot = userInfo().uid === 0

/** True where OpenSSH's server is installed. */
export const hasSshServer = existsSync(program)
/** The folder that the server wants where root starts it. The service of a system makes it at each start. */
const privileged = '/run/sshd'

/** Answers a command of Git LFS with a file that stands in for its server, and performs those of git. */
const forcedCommand = (folder: string) => `#!/bin/sh
case "$SSH_ORIGINAL_COMMAND" in
  git-lfs-authenticate*) echo "$SSH_ORIGINAL_COMMAND" >> '${folder}/asked' && cat '${folder}/access' ;;
  git-upload-pack*|git-receive-pack*) exec sh -c "$SSH_ORIGINAL_COMMAND" ;;
  *) exit 1 ;;
esac
`

/** Starts OpenSSH's server on a port of its own, for this user. Its key can be replaced while it runs. */
export async function sshServer() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-ssh-'))
  const [hostKey, authorized, config] = [join(folder, 'host'), join(folder, 'authorized'), join(folder, 'config')]
  const makeHostKey = async () => {
    await rm(hostKey, { force: true })
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', hostKey])
  }
  await makeHostKey()
  if (isRoot) await mkdir(privileged, { recursive: true, mode: 0o755 })
  await writeFile(authorized, '')
  await writeFile(join(folder, 'command'), forcedCommand(folder), { mode: 0o755 })
  const port = await freePort()
  const options = {
    ...{ Port: port, ListenAddress: '127.0.0.1', HostKey: hostKey, AuthorizedKeysFile: authorized, PidFile: 'none' },
    ...{ StrictModes: 'no', UsePAM: 'no', PasswordAuthentication: 'no', PermitRootLogin: 'prohibit-password' },
  }
  await writeFile(
    config,
    Object.entries(options)
      .map((one) => one.join(' '))
      .join('\n'),
  )
  const start = async () => {
    const server = spawn(program, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    for await (const line of server.stderr) if (String(line).includes('listening')) break
    server.stderr.resume()
    return server
  }
  let server = await start()
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill()
    await ended
  }
  return {
    host: `127.0.0.1:${port}`,
    /** The address of a repository on this machine. */
    urlOf: (folder: string) => `ssh://${userInfo().username}@127.0.0.1:${port}${folder}`,
    authorize: (publicKey: string) =>
      writeFile(authorized, `restrict,command="${join(folder, 'command')}" ${publicKey}\n`),
    /** Decides what `git-lfs-authenticate` says. */
    offerLfs: (access: object) => writeFile(join(folder, 'access'), JSON.stringify(access)),
    /** The commands of Git LFS so far. */
    lfsCommands: async () => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n'),
    async changeHostKey() {
      await stop()
      await makeHostKey()
      server = await start()
    },
    async stop() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
