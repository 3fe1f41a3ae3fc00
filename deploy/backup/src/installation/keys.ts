import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, parse } from 'node:path'
import { keysOf } from '@quire/embedded'
import { writeDurable, writePrivate } from '@quire/secrets'
import { Decrypter, Encrypter } from 'age-encryption'
import { z } from 'zod'
import { BadBackup } from '../archive/read-archive.ts'

/** The texts of key files by their names. */
export type KeyTexts = Record<string, string>

/** The key files of an installation; passwords of its servers are not among them. */
export interface Keys {
  read(): KeyTexts
  /** Throws if `write` would fail, as with the Secrets of Kubernetes, which are always mounted read-only. */
  requireWritable(): void
  /** Makes these the only keys: tokens that another key of the replaced installation signed must not count here. */
  write(texts: KeyTexts): void
}

type Service = keyof typeof keysOf

const isKey = (file: string) => /\.(key|pem)$/.test(file)
const textsIn = (folder: string): KeyTexts =>
  existsSync(folder)
    ? Object.fromEntries(
        readdirSync(folder)
          .filter(isKey)
          .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
      )
    : {}

/** Keys that all services read from one folder. */
export const keysInFolder = (folder: string): Keys => ({
  read: () => textsIn(folder),
  requireWritable() {
    const draft = join(folder, 'restore.draft')
    try {
      writePrivate(draft, '')
      rmSync(draft)
    } catch (cause) {
      throw new Error(`The keys cannot be restored into ${folder}: ${(cause as Error).message}.`, { cause })
    }
  },
  write(texts) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [file, text] of Object.entries(texts)) writeDurable(join(folder, file), text)
    const replaced = Object.keys(textsIn(folder)).filter((file) => !(file in texts) && isOurs(file))
    for (const file of replaced) rmSync(join(folder, file))
  },
})

/** True if a file is a service's key, or one before or after it: `sealing-2026.key` is of the family of `sealing.key`. */
const isOfFamily = (file: string, key: string) =>
  file === key || (file.startsWith(`${parse(key).name}-`) && parse(file).ext === parse(key).ext)

const allKeys = Object.values(keysOf).flat()
/** False for files that an operator has put beside the keys. */
const isOurs = (file: string) => allKeys.some((key) => isOfFamily(file, key))

/** A name of the family of a key for another one of its name. */
const nameInFamily = (file: string, text: string) =>
  `${parse(file).name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}${parse(file).ext}`

/** Keys in a folder for each service, and in `keys`, from which missing ones are copied. A service's own may be newer. */
export const keysOfServices = (folder: string, services: readonly Service[]): Keys => ({
  read() {
    const ofServices = services.map((service) => textsIn(join(folder, service)))
    const texts: KeyTexts = Object.assign({}, textsIn(join(folder, 'keys')), ...ofServices)
    // Sites and content may seal with different keys; a service opens with all of the family, so none is lost.
    for (const [file, text] of ofServices.flatMap(Object.entries<string>))
      if (text !== texts[file]) texts[nameInFamily(file, text)] = text
    return texts
  },
  requireWritable() {
    for (const name of ['keys', ...services]) keysInFolder(join(folder, name)).requireWritable()
  },
  write(texts) {
    keysInFolder(join(folder, 'keys')).write(texts)
    for (const service of services) {
      const own = Object.entries(texts).filter(([file]) => keysOf[service].some((key) => isOfFamily(file, key)))
      keysInFolder(join(folder, service)).write(Object.fromEntries(own))
    }
  },
})

const Texts = z.record(z.string().regex(/^\w[\w.-]*\.(?:key|pem)$/), z.string())

/** Returns the keys as bytes for a backup, in the format of age if there is a passphrase. */
export async function packKeys(texts: KeyTexts, passphrase: string | undefined): Promise<Buffer> {
  const bytes = Buffer.from(JSON.stringify(texts))
  if (passphrase === undefined) return bytes
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return Buffer.from(await encrypter.encrypt(bytes))
}

/** Returns the keys of a backup; throws `BadBackup` if they are encrypted and the passphrase is missing or wrong. */
export async function unpackKeys(
  bytes: Buffer,
  isEncrypted: boolean,
  passphrase: string | undefined,
): Promise<KeyTexts> {
  if (isEncrypted && !passphrase) throw new BadBackup('The keys are encrypted: set BACKUP_PASSPHRASE.')
  return Texts.parse(JSON.parse((isEncrypted ? await decrypted(bytes, passphrase ?? '') : bytes).toString('utf8')))
}

async function decrypted(bytes: Buffer, passphrase: string): Promise<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return Buffer.from(await decrypter.decrypt(bytes))
  } catch {
    throw new BadBackup('BACKUP_PASSPHRASE does not open the keys of this backup.')
  }
}
