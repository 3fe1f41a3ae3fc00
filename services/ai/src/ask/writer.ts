import type { Related } from '@quire/search'
import type { TextParser } from '../parsing.ts'
import type { Passage } from './retrieval.ts'

/** What the writer of an answer is given. */
export interface Draft {
  question: string
  /** The question as it was looked up: with those before it where it leaves unsaid what it is about. */
  searched: string
  /** What words of it may mean too. */
  related: readonly Related[]
  /** What was asked before it, the oldest first. */
  previousQueries: readonly string[]
  /** Best first; empty where the documentation does not answer. */
  passages: readonly Passage[]
  parser: TextParser
  signal: AbortSignal
  /** Whose question it is, for the bounds of a caller. */
  holder?: string
}

/**
 * A piece of an answer; pieces follow one another as they are. What a piece says rests on the passages that it cites, by
 * their places in the draft from 1 on. In its markdown, `[^2]` cites the second passage: the notes that this leads to are
 * written behind the answer by whoever asked for it.
 */
export interface AnswerPiece {
  markdown: string
  cites: readonly number[]
  /** Passages that may say more: they are named as sources behind those that are cited. */
  seeAlso?: readonly number[]
  /** What was written before it does not count any more: the writer began anew. */
  startsOver?: boolean
}

/**
 * Writes an answer in markdown, piece by piece: the port that a language model plugs into (docs/adr/0008). An answer that
 * cites nothing is one that declines.
 */
export interface AnswerWriter {
  write(draft: Draft): AsyncIterable<AnswerPiece>
}
