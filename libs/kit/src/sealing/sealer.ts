import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { BaseConfig } from '../config.ts'
import { readSealingKeys, type SealingKey } from './sealing-keys.ts'

/** Encrypts what the database keeps and must not tell: whoever has a copy of it reads nothing without the key. */
export interface Sealer {
  /**
   * The text as `<key id>.<nonce>.<cipher text>`, another one each time. `place` names where it is kept, by row and
   * field. A sealed text opens in its own place only, so moving it to another row gains nothing.
   */
  seal(text: string, place: string): string
  /** What all that is sealed now begins with: the current key's id and a dot. */
  prefix: string
  /** The text; throws where it was sealed for another place, was changed, or its key is missing. */
  open(sealed: string, place: string): string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Reads the keys from SECRETS_DIR; throws where the one in use is missing or a placeholder. */
export function openSealer(config: Pick<BaseConfig, 'SECRETS_DIR'>): Sealer {
  const { current, all } = readSealingKeys(config)
  return {
    prefix: `${current.id}.`,
    seal: (text, place) => sealWith(current, text, place),
    open(sealed, place) {
      const [id = '', nonce = '', content = ''] = sealed.split('.')
      const key = all.get(id)
      if (!key) throw new Error(`${place} is sealed with the key ${id}, which is not in SECRETS_DIR.`)
      return openWith(key, place, Buffer.from(nonce, 'base64url'), Buffer.from(content, 'base64url'))
    },
  }
}

function sealWith({ id, key }: SealingKey, text: string, place: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [id, nonce.toString('base64url'), content.toString('base64url')].join('.')
}

function openWith({ key }: SealingKey, place: string, nonce: Buffer, content: Buffer): string {
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
    decipher.setAuthTag(content.subarray(-tagBytes))
    return Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(`${place} does not open: it was changed, or sealed for another place.`, { cause })
  }
}
