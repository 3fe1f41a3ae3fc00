import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What SSH needs of a space: its private key, and the keys that the server had before. */
export interface SshKeys {
  /** In the form of OpenSSH. */
  privateKey: string
  /** Lines of known_hosts; empty if the server was never reached. */
  knownHosts: string
}

/** Writes the files that ssh reads into a run's home, which is removed with it. */
export async function openSshFiles(home: string, { privateKey, knownHosts }: SshKeys) {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const [keyFile, knownHostsFile] = [join(home, 'key'), join(home, 'known_hosts')]
  await writeFile(keyFile, privateKey, { mode: 0o600 })
  await writeFile(knownHostsFile, knownHosts, { mode: 0o600 })
  return {
    keyFile,
    knownHostsFile,
    // The first answer of a server is believed, every later one has to be the same.
    isStrict: knownHosts !== '',
    knownHosts: () => readFile(knownHostsFile, 'utf8'),
  }
}
