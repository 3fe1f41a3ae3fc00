/** Reasons of a failure. The list is closed, since the reason is a label of a metric. */
type FailureReason = 'unreachable' | 'refused' | 'overloaded' | 'late' | 'broken' | 'paused'

/** A failure of the endpoint. May be logged: contains no text of requests or responses. */
export class EndpointFailure extends Error {
  readonly reason: FailureReason
  /** The endpoint's status, if the endpoint answered with an error status. */
  readonly status: number | undefined

  constructor(reason: FailureReason, status?: number) {
    super(`The endpoint of the model failed: ${reason}${status === undefined ? '' : ` (${status})`}`)
    this.name = 'EndpointFailure'
    this.reason = reason
    this.status = status
  }

  /** True if the request is at fault, for example with a text that is too long, and not the endpoint. */
  get isOfInput(): boolean {
    return this.status !== undefined && [400, 413, 422].includes(this.status)
  }
}
