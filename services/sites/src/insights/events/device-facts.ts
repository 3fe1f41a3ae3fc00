import type { InsightsBot, InsightsBrowser, InsightsDevice, InsightsSystem } from '@quire/contracts'
import { lruOptions } from '@quire/kit'
// Bowser knows the names that browsers give themselves, and isbot those of thousands of programs; both are kept current.
import Bowser from 'bowser'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

/** What a `User-Agent` says of the program and the device. */
interface DeviceFacts {
  browser: InsightsBrowser
  device: InsightsDevice
  os: InsightsSystem
  /** The program's name if it is no person's browser. */
  bot: InsightsBot | null
}

const browsers: readonly (readonly [RegExp, InsightsBrowser])[] = [
  [/edge/, 'edge'],
  [/opera/, 'opera'],
  [/firefox/, 'firefox'],
  [/internet explorer/, 'ie'],
  [/safari/, 'safari'],
  [/chrom|samsung|yandex|vivaldi|brave/, 'chrome'],
]
const systems: Readonly<Record<string, InsightsSystem>> = {
  windows: 'windows',
  macos: 'macos',
  linux: 'linux',
  'chrome os': 'linux',
  android: 'android',
  ios: 'ios',
}
const bots: readonly (readonly [RegExp, InsightsBot])[] = [
  [/googlebot|google-extended|googleother/i, 'googlebot'],
  [/bingbot|bingpreview/i, 'bingbot'],
  [/duckduckbot|duckassistbot/i, 'duckduckbot'],
  [/facebookexternalhit|facebookbot|facebookcatalog|meta-external/i, 'facebookbot'],
  [/applebot/i, 'applebot'],
  [/gptbot|chatgpt-user|oai-searchbot/i, 'chatgpt'],
  [/claudebot|claude-user|claude-searchbot|anthropic-ai/i, 'anthropic'],
]
const devices: readonly InsightsDevice[] = ['desktop', 'tablet', 'mobile']

const maxFactsBytes = 1024 ** 2
/** Approximate size of an entry without its key. */
const factsBytes = 600
const cached = new LRUCache<string, DeviceFacts>(lruOptions(maxFactsBytes, factsBytes))

/** Returns what a `User-Agent` says; without one, the sender is a program. */
export function deviceFacts(userAgent: string): DeviceFacts {
  const known = cached.get(userAgent)
  if (known) return known
  const facts = read(userAgent)
  cached.set(userAgent, facts)
  return facts
}

function read(userAgent: string): DeviceFacts {
  if (userAgent.trim() === '') return { browser: 'unknown', device: 'unknown', os: 'unknown', bot: 'unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const named = browser.name?.toLowerCase() ?? ''
  return {
    browser: browsers.find(([pattern]) => pattern.test(named))?.[1] ?? 'unknown',
    device: devices.find((one) => one === platform.type) ?? 'unknown',
    os: systems[os.name?.toLowerCase() ?? ''] ?? 'unknown',
    bot: bots.find(([pattern]) => pattern.test(userAgent))?.[1] ?? (isbot(userAgent) ? 'unknown' : null),
  }
}
