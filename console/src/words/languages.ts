import type { Words } from './en.ts'

/** The languages of the console, by their own names. */
export const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
] as const
export type LanguageCode = (typeof languages)[number][0]

const name = 'quire-language'
const loaders: Record<LanguageCode, () => Promise<Words>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
}

/** Returns the language that the person chose on this device, else the first of the browser's that the console has. */
export function chosenLanguage(): LanguageCode {
  const wanted = [localStorage.getItem(name) ?? '', ...navigator.languages].map((code) =>
    code.slice(0, 2).toLowerCase(),
  )
  return wanted.flatMap((code) => languages.find(([one]) => one === code)?.[0] ?? []).at(0) ?? 'en'
}

/** Loads the texts of a language, and names the language of the page. */
export async function loadWords(language: LanguageCode): Promise<Words> {
  const words = await loaders[language]()
  document.documentElement.lang = language
  return words
}

/** Stores the language as the choice of this device. */
export const storeLanguage = (language: LanguageCode) => localStorage.setItem(name, language)
