/** How an endpoint fails; a closed list, since it is a label of a metric. */
type FailureReason = 'unreachable' | 'refused' | 'overloaded' | 'late' | 'broken' | 'paused'

/** The endpoint did not answer as it should. Nothing in it was sent by the endpoint or to it: it may be logged. */
export class EndpointFailure extends Error {
  readonly reason: FailureReason
  /** The endpoint's status, where it answered with one that is no success. */
  readonly status: number | undefined

  constructor(reason: FailureReason, status?: number) {
    super(`The endpoint of the model failed: ${reason}${status === undefined ? '' : ` (${status})`}`)
    this.name = 'EndpointFailure'
    this.reason = reason
    this.status = status
  }

  /** What was sent is at fault, as a text that is too long, and not the endpoint. */
  get isOfInput(): boolean {
    return this.status !== undefined && [400, 413, 422].includes(this.status)
  }
}
