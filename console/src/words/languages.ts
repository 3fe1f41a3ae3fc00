/** The languages of the console, by their own names. */
export const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['ja', '日本語'],
  ['zh', '中文'],
] as const
export type LanguageCode = (typeof languages)[number][0]

const name = 'quire-language'

/** Returns the language that the person chose on this device, else the first of the browser's that the console has. */
export function chosenLanguage(): LanguageCode {
  const wanted = [localStorage.getItem(name) ?? '', ...navigator.languages].map((code) =>
    code.slice(0, 2).toLowerCase(),
  )
  return wanted.flatMap((code) => languages.find(([one]) => one === code)?.[0] ?? []).at(0) ?? 'en'
}

/** Stores the language as the choice of this device. */
export const storeLanguage = (language: LanguageCode) => localStorage.setItem(name, language)
