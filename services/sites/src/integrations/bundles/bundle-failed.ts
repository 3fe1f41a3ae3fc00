import { Refusal } from '@quire/kit'

/** 503: a bundle could not be run, or did not answer. */
export class BundleFailed extends Refusal {
  /** The message without its subject, which is the bundle. */
  readonly problem: string

  /** False if nothing is wrong with the bundle: it had to wait for others. */
  readonly isOfBundle: boolean

  constructor(problem: string, { retryAfterSeconds = 5, isOfBundle = true } = {}) {
    super(503, `The bundle of the integration ${problem}.`, { 'Retry-After': String(retryAfterSeconds) })
    this.problem = problem
    this.isOfBundle = isOfBundle
  }
}
