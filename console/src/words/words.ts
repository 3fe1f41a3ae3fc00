import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useState } from 'react'
import { type Area, loadWords, loadWordsOf, type WordsOf } from './areas.ts'
import type { Words } from './general/en.ts'
import { type LanguageCode, storeLanguage } from './languages.ts'

interface Spoken {
  language: LanguageCode
  words: Words
  speak: (language: LanguageCode) => void
}

const Context = createContext<Spoken | undefined>(undefined)

/** Gives the texts to everything below it; a change of the language changes them in place. */
export function WordsProvider({ initial, children }: { initial: Omit<Spoken, 'speak'>; children: ReactNode }) {
  const [spoken, setSpoken] = useState(initial)
  const speak = (language: LanguageCode) => {
    storeLanguage(language)
    void loadWords(language).then((words) => setSpoken({ language, words }))
  }
  return createElement(Context, { value: { ...spoken, speak } }, children)
}

/** Returns the texts that every screen has. */
export const useWords = (): Words => useSpoken().words

/** The texts of an area, with those that every screen has. A screen waits for them, so its route loads them beforehand. */
export const wordsQuery = <A extends Area>(area: A, language: LanguageCode) =>
  queryOptions({
    queryKey: ['words', area, language],
    queryFn: () => loadWordsOf(area, language),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Returns the texts of an area, with those that every screen has; suspends until they are loaded. */
export function useWordsOf<A extends Area>(area: A): WordsOf<A> {
  return useSuspenseQuery(wordsQuery(area, useSpoken().language)).data
}

/** Returns the function that changes the language. */
export const useSpeak = (): Spoken['speak'] => useSpoken().speak

function useSpoken(): Spoken {
  const spoken = useContext(Context)
  if (!spoken) throw new Error('There are no texts around this element.')
  return spoken
}
