import type { KeyObject } from 'node:crypto'
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { BaseConfig } from '../config.ts'
import { secretKey } from '../config.ts'

/** A key that seals; its id is part of every text that it sealed. */
interface SealingKey {
  id: string
  key: KeyObject
}

interface SealingKeys {
  /** The key that seals. */
  current: SealingKey
  /** All keys that open, by their ids. */
  all: ReadonlyMap<string, SealingKey>
}

const currentFile = 'sealing.key'

/** Earlier and later keys, such as `sealing-2026.key`. */
const otherFile = /^sealing-.+\.key$/

/** Encrypts secrets that the database stores: a copy of the database is useless without the key. */
export interface Sealer {
  /**
   * Returns the text as `<key id>.<nonce>.<cipher text>`, another one each time. `location` names its row and field. A
   * sealed text opens only at its own location, so moving it to another row gains nothing.
   */
  seal(text: string, location: string): string
  /** The prefix of all texts sealed now: the current key's id and a dot. */
  prefix: string
  /** Returns the text; throws if it was sealed for another location, was changed, or its key is missing. */
  open(sealed: string, location: string): string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Reads the keys from SECRETS_DIR; throws if the key in use is missing or a placeholder. */
export function openSealer(config: Pick<BaseConfig, 'SECRETS_DIR'>): Sealer {
  const { current, all } = readSealingKeys(config)
  return {
    prefix: `${current.id}.`,
    seal: (text, location) => sealWith(current, text, location),
    open(sealed, location) {
      const [id = '', nonce = '', content = ''] = sealed.split('.')
      const key = all.get(id)
      if (!key) throw new Error(`${location} is sealed with the key ${id}, which is not in SECRETS_DIR.`)
      return openWith(key, location, Buffer.from(nonce, 'base64url'), Buffer.from(content, 'base64url'))
    },
  }
}

function sealWith({ id, key }: SealingKey, text: string, location: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(location))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [id, nonce.toString('base64url'), content.toString('base64url')].join('.')
}

function openWith({ key }: SealingKey, location: string, nonce: Buffer, content: Buffer): string {
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(location))
    decipher.setAuthTag(content.subarray(-tagBytes))
    return Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(`${location} does not open: it was changed, or sealed for another place.`, { cause })
  }
}

/** Throws if the key in use is missing, or one of them is a placeholder. */
function readSealingKeys(config: Pick<BaseConfig, 'SECRETS_DIR'>): SealingKeys {
  const current = readKey(config, currentFile)
  const others = readdirSync(config.SECRETS_DIR).filter((name) => otherFile.test(name))
  const keys = [current, ...others.map((name) => readKey(config, name))]
  return { current, all: new Map(keys.map((one) => [one.id, one])) }
}

/** Derives the id from the file's text, so that renaming the file does not change it; the id reveals nothing about the key. */
function readKey(config: Pick<BaseConfig, 'SECRETS_DIR'>, name: string): SealingKey {
  const secret = secretKey(config, name)
  return {
    id: derived(secret, 'id', 6).toString('base64url'),
    key: createSecretKey(derived(secret, 'key', 32)),
  }
}

const derived = (secret: KeyObject, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `quire sealing ${use}`, bytes))
