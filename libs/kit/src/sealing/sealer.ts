import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { BaseConfig } from '../config.ts'
import { readSealingKeys, type SealingKey } from './sealing-keys.ts'

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
