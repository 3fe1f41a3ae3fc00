/** Seconds after which a refusal that is temporary may be repeated, where it names no other time. */
const retryAfterSeconds: Record<number, string> = { 429: '60', 503: '5' }

/** An answer that is not a bug: a refusal has a status and a message for the caller (docs/interface.md#errors). */
export class Refusal extends Error {
  readonly status: number
  /** Headers of the answer; those of 429 and 503 have `Retry-After`. */
  readonly headers: Record<string, string>
  /** The bound that refused, under the name that `quire_refusals_total` has for it; absent if no bound did. */
  readonly bound: string | undefined
  /** What a program needs to go on, for the body of the answer; absent for most refusals. */
  readonly details: Record<string, unknown> | undefined

  constructor(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    bound?: string,
    details?: Record<string, unknown>,
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    const retryAfter = retryAfterSeconds[status]
    this.headers = retryAfter === undefined ? headers : { 'Retry-After': retryAfter, ...headers }
    this.bound = bound
    this.details = details
  }
}

/** 400: `field` is the path of the invalid input, `problem` the reason. */
export const badRequest = (field: string, problem: string) => new Refusal(400, `${field}: ${problem}`)

export const unauthorized = (
  message = 'A valid access token is required: send it as "Authorization: Bearer <token>".',
) => new Refusal(401, message, { 'WWW-Authenticate': 'Bearer' })

/** 403: the caller sees the resource but may not do this. */
export const forbidden = (message: string) => new Refusal(403, message)

/** 404: absent, or not visible to the caller; an answer never distinguishes the two. */
export const notFound = (what: string) => new Refusal(404, `${what} was not found, or you may not see it.`)

/** 409; `details` has both sides where two writers changed the same thing. */
export const conflict = (message: string, details?: Record<string, unknown>) =>
  new Refusal(409, message, {}, undefined, details)
export const preconditionFailed = (message: string) => new Refusal(412, message)
export const tooLarge = (message: string) => new Refusal(413, message)
export const unsupportedMediaType = (message: string) => new Refusal(415, message)

/** 503: temporary; the caller may try again after `seconds`. `bound` names the bound that refused, if one did. */
export const unavailable = (message: string, seconds = 1, bound?: string) =>
  new Refusal(503, message, { 'Retry-After': String(seconds) }, bound)

/** 503: a later version of this process is starting, and will do what this one cannot. */
export const replacedSoon = () =>
  unavailable('This part of the system is being replaced by a later version: try again.', 5)

/** 503: the caller disconnected, and its work is aborted. */
export const callerDisconnected = () => unavailable('Nobody waits for this answer any more.')
