import type { AccountWords } from './account/en.ts'
import type { AddressesWords } from './addresses/en.ts'
import type { AskWords } from './ask/en.ts'
import type { AudienceWords } from './audience/en.ts'
import type { ChangesWords } from './changes/en.ts'
import type { CustomizationWords } from './customization/en.ts'
import type { Words } from './general/en.ts'
import type { GitWords } from './git/en.ts'
import type { ImportsWords } from './imports/en.ts'
import type { LanguageCode } from './languages.ts'
import type { McpWords } from './mcp/en.ts'
import type { NotificationsWords } from './notifications/en.ts'
import type { OrganizationWords } from './organization/en.ts'
import type { PartsWords } from './parts/en.ts'
import type { ReadingWords } from './reading/en.ts'
import type { SecurityWords } from './security/en.ts'
import type { SitesWords } from './sites/en.ts'
import type { SpecificationsWords } from './specifications/en.ts'
import type { StructureWords } from './structure/en.ts'
import type { VisitWords } from './visit/en.ts'
import type { WritingWords } from './writing/en.ts'

/** The areas of the console, each with a folder of texts that is loaded with the first screen that needs them. */
interface Areas {
  account: AccountWords
  ask: AskWords
  changes: ChangesWords
  notifications: NotificationsWords
  addresses: AddressesWords
  audience: AudienceWords
  customization: CustomizationWords
  git: GitWords
  mcp: McpWords
  imports: ImportsWords
  organization: OrganizationWords
  parts: PartsWords
  reading: ReadingWords
  security: SecurityWords
  sites: SitesWords
  structure: StructureWords
  visit: VisitWords
  specifications: SpecificationsWords
  writing: WritingWords
}
export type Area = keyof Areas
export type WordsOf<A extends Area> = Words & Areas[A]

const files = import.meta.glob<Record<LanguageCode, object>>('./*/*.ts')

async function load(area: Area | 'general', language: LanguageCode): Promise<object> {
  const read = files[`./${area}/${language}.ts`]
  if (!read) throw new Error(`The console has no texts of ${area} in ${language}.`)
  return (await read())[language]
}

/** Loads the texts that every screen has, and names the language of the page. */
export async function loadWords(language: LanguageCode): Promise<Words> {
  const words = (await load('general', language)) as Words
  document.documentElement.lang = language
  return words
}

/** Loads the texts of an area, together with those that every screen has. */
export const loadWordsOf = async <A extends Area>(area: A, language: LanguageCode): Promise<WordsOf<A>> =>
  Object.assign({}, await load('general', language), await load(area, language)) as WordsOf<A>
