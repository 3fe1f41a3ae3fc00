import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type BaseConfig, secretKey } from '../config.ts'

/** A key that seals; its id stands in all that it sealed. */
export interface SealingKey {
  id: string
  key: KeyObject
}

interface SealingKeys {
  /** The one that seals. */
  current: SealingKey
  /** Those that open, by their ids. */
  all: ReadonlyMap<string, SealingKey>
}

const currentFile = 'sealing.key'
/** Keys of before and after, such as `sealing-2026.key`. */
const otherFile = /^sealing-.+\.key$/

/** Throws where the key in use is missing, or one of them is a placeholder. */
export function readSealingKeys(config: Pick<BaseConfig, 'SECRETS_DIR'>): SealingKeys {
  const current = readKey(config, currentFile)
  const others = readdirSync(config.SECRETS_DIR).filter((name) => otherFile.test(name))
  const keys = [current, ...others.map((name) => readKey(config, name))]
  return { current, all: new Map(keys.map((one) => [one.id, one])) }
}

/** The id is made of the file's text, so a key keeps it when its file gets another name; it tells nothing of the key. */
function readKey(config: Pick<BaseConfig, 'SECRETS_DIR'>, name: string): SealingKey {
  const secret = secretKey(config, name)
  return {
    id: derived(secret, 'id', 6).toString('base64url'),
    key: createSecretKey(derived(secret, 'key', 32)),
  }
}

const derived = (secret: KeyObject, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `quire sealing ${use}`, bytes))
