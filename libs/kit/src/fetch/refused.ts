import { Refusal } from '../refusals.ts'

/** What a server answered in place of the thing. */
export interface FetchAnswer {
  status: number
  /** How long it asks to be left alone. */
  retryAfterMs: number | undefined
}

/** 400: a URL could not be fetched. */
export class FetchRefused extends Refusal {
  /** The message without the input. */
  readonly problem: string
  readonly answer: FetchAnswer | undefined

  constructor(field: string, problem: string, answer?: FetchAnswer) {
    super(400, `${field}: ${problem}`)
    this.problem = problem
    this.answer = answer
  }
}
