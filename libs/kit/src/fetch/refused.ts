import { Refusal } from '../refusals.ts'

/** The answer of a server that refuses to serve the content. */
export interface FetchAnswer {
  status: number
  /** The delay that the server asks for before the next request. */
  retryAfterMs: number | undefined
}

/** 400: a URL could not be fetched. */
export class FetchRefused extends Refusal {
  /** The message without the name of the input. */
  readonly problem: string
  readonly answer: FetchAnswer | undefined

  constructor(field: string, problem: string, answer?: FetchAnswer) {
    super(400, `${field}: ${problem}`)
    this.problem = problem
    this.answer = answer
  }
}
