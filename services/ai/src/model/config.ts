import { z } from 'zod'

const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).max(1_000_000).default(fallback)
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(600_000).default(fallback)

/** The address up to `/chat/completions`, without anything that would end up in a log or be lost behind a path. */
const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && isBare(new URL(text)), 'must have no user name, password, query or fragment')
const isBare = ({ username, password, search, hash }: URL) => [username, password, search, hash].every((one) => !one)

/** How ai reaches a language model; its shape is spread into the service's configuration (docs/operations.md#language-model). */
export const ModelConfig = z.object({
  /** An endpoint that speaks as OpenAI's does; without it answers are quoted. */
  AI_BASE_URL: BaseUrl.optional(),
  AI_MODEL: z.string().min(1).optional(),
  AI_API_KEY: z.string().min(1).optional(),
  /** What the sources of one question may hold, estimated by their length. */
  AI_MAX_INPUT_TOKENS: count(6000, 200),
  AI_MAX_OUTPUT_TOKENS: count(800, 16),
  /** Until the first word of an answer, attempts that failed included. */
  AI_FIRST_TOKEN_TIMEOUT_MS: milliseconds(20_000),
  /** Between two pieces of an answer. */
  AI_TOKEN_TIMEOUT_MS: milliseconds(10_000),
  /** For all of an answer; less than the gateway's PROXY_TIMEOUT_MS. */
  AI_TIMEOUT_MS: milliseconds(45_000),
  /** How often a request that failed before its first word is sent again. */
  AI_RETRIES: count(2, 0),
  /** Answers that one process has written at a time. */
  AI_CONCURRENCY: count(8),
  /** Those of them for one caller. */
  AI_CALLER_CONCURRENCY: count(2),
  /** Questions that wait for their turn; those beyond are refused. */
  AI_QUEUE: count(32, 0),
  AI_QUEUE_TIMEOUT_MS: milliseconds(5000),
  /** Questions of one caller a minute that go to the endpoint; 0 is no limit. */
  AI_ASKS_PER_MINUTE: count(20, 0),
  /** The endpoint's model that says what texts mean; without it pages are found by their words alone. */
  AI_EMBEDDING_MODEL: z.string().min(1).optional(),
  /** What of a section or a question it is given, estimated by the length; the rest is cut. */
  AI_EMBEDDING_MAX_INPUT_TOKENS: count(2000, 50),
  /** Until a question has its vector; after that it is answered by its words alone. */
  AI_EMBEDDING_TIMEOUT_MS: milliseconds(1000),
  /** Spaces whose sections one process has embedded at a time, each with one request. */
  AI_EMBEDDING_CONCURRENCY: count(2),
})
export type ModelConfig = z.output<typeof ModelConfig>

/** The endpoint's settings where one is configured. */
export interface EndpointSettings {
  baseUrl: string
  apiKey: string | undefined
}

/** Of settings that make sense only together: adds an issue for each that is missing. */
export function checkTogether(config: ModelConfig, context: z.RefinementCtx): void {
  const needs = (name: keyof ModelConfig, other: keyof ModelConfig, or?: keyof ModelConfig) => {
    if (config[name] === undefined || config[other] !== undefined || (or && config[or] !== undefined)) return
    const message = `must be set${or ? `, or ${or},` : ''} where ${name} is`
    context.addIssue({ code: 'custom', path: [other], message })
  }
  needs('AI_BASE_URL', 'AI_MODEL', 'AI_EMBEDDING_MODEL')
  needs('AI_MODEL', 'AI_BASE_URL')
  needs('AI_EMBEDDING_MODEL', 'AI_BASE_URL')
  needs('AI_API_KEY', 'AI_BASE_URL')
}
