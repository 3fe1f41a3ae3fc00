import { createContext, createElement, type ReactNode, useContext, useState } from 'react'
import type { Words } from './en.ts'
import { type LanguageCode, loadWords, storeLanguage } from './languages.ts'

interface Spoken {
  words: Words
  speak: (language: LanguageCode) => void
}

const Context = createContext<Spoken | undefined>(undefined)

/** Gives the texts to everything below it; a change of the language changes them in place. */
export function WordsProvider({ initial, children }: { initial: Words; children: ReactNode }) {
  const [words, setWords] = useState(initial)
  const speak = (language: LanguageCode) => {
    storeLanguage(language)
    void loadWords(language).then(setWords)
  }
  return createElement(Context, { value: { words, speak } }, children)
}

export const useWords = (): Words => useSpoken().words

/** Returns the function that changes the language. */
export const useSpeak = (): Spoken['speak'] => useSpoken().speak

function useSpoken(): Spoken {
  const spoken = useContext(Context)
  if (!spoken) throw new Error('There are no texts around this element.')
  return spoken
}
