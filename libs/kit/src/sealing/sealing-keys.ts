import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type BaseConfig, secretKey } from '../config.ts'

/** A key that seals; its id is part of every text that it sealed. */
export interface SealingKey {
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

/** Throws if the key in use is missing, or one of them is a placeholder. */
export function readSealingKeys(config: Pick<BaseConfig, 'SECRETS_DIR'>): SealingKeys {
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
