import { generateKeyPairSync } from 'node:crypto'
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
/** Makes a key pair of Ed25519: the private key as ssh reads it, and the line of `authorized_keys`. */
export function makeSshKey(comment: string): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  const [open, secret] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')]
  const type = Buffer.from('ssh-ed25519')
  const blob = Buffer.concat([field(type), field(open)])
  const check = Buffer.alloc(8, open.subarray(0, 4))
  const unpadded = Buffer.concat([check, blob, field(Buffer.concat([secret, open])), field(Buffer.from(comment))])
  const padding = Buffer.from(Array.from({ length: (8 - (unpadded.length % 8)) % 8 }, (_, at) => at + 1))
  const [none, one] = [field(Buffer.from('none')), Buffer.from([0, 0, 0, 1])]
  const body = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), none, none, field(Buffer.alloc(0)), one],
    ...[field(blob), field(Buffer.concat([unpadded, padding]))],
  ])
  const lines = body.toString('base64').match(/.{1,70}/g) ?? []
  const header = 'OPENSSH PRIVATE KEY'
  return {
    privateKey: `-----BEGIN ${header}-----\n${lines.join('\n')}\n-----END ${header}-----\n`,
    publicKey: `ssh-ed25519 ${blob.toString('base64')} ${comment}`,
  }
}

/** A field of SSH's formats: its length, then its bytes. */
function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
