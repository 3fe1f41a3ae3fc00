import { type ConfigProblem, webAddress } from '@quire/kit/edge'
import { z } from 'zod'

const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).max(1_000_000).default(fallback)
const tokensOfDay = (fallback: number, min: number) => z.coerce.number().int().min(min).max(1e12).default(fallback)
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(600_000).default(fallback)

/**
 * Settings of the language model. The service's configuration includes their shape (docs/operations.md#language-model).
 */
export const ModelConfig = z.object({
  AI_BASE_URL: webAddress
    .optional()
    .describe(
      'Endpoint with the API of OpenAI, up to `/chat/completions`. Without it, answers quote pages ([language model](../operations.md#language-model)).',
    ),
  AI_MODEL: z.string().min(1).optional().describe('Model that writes answers.'),
  AI_API_KEY: z.string().min(1).optional().describe('Key of the endpoint, if it wants one.'),
  AI_MAX_INPUT_TOKENS: count(6000, 200).describe(
    'Largest size of the sources of one question, estimated by their length.',
  ),
  AI_MAX_OUTPUT_TOKENS: count(800, 16).describe('Longest answer.'),
  AI_FIRST_TOKEN_TIMEOUT_MS: milliseconds(20_000).describe('Time until an answer begins, retries included.'),
  AI_TOKEN_TIMEOUT_MS: milliseconds(10_000).describe('Time between two pieces of an answer.'),
  AI_TIMEOUT_MS: milliseconds(45_000).describe('Time for one answer; less than `PROXY_TIMEOUT_MS`.'),
  AI_RETRIES: count(2, 0).describe('Retries of a request that failed before its answer began.'),
  AI_CONCURRENCY: count(8).describe('Answers that one process has written at a time.'),
  AI_CALLER_CONCURRENCY: count(2).describe(
    'Answers of one caller among them; the visitors of one site together, and one network on all sites, have half of all.',
  ),
  AI_QUEUE: count(32, 0).describe('Questions that may wait; more are answered 429.'),
  AI_QUEUE_TIMEOUT_MS: milliseconds(5000).describe('Longest wait of a question, before 429.'),
  AI_ASKS_PER_MINUTE: count(20, 0).describe(
    'Questions per minute of one caller that go to the endpoint, for each process; eight times as many of the visitors of one site together, and of one network on all sites; 0 for no limit.',
  ),
  AI_EMBEDDING_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Embedding model of the endpoint. Without it, pages are found by their words alone ([embeddings](../operations.md#embeddings)).',
    ),
  AI_EMBEDDING_MAX_INPUT_TOKENS: count(2000, 50).describe(
    'Largest size of one section or question for that model, estimated by its length; the rest is cut off.',
  ),
  AI_EMBEDDING_TIMEOUT_MS: milliseconds(1000).describe(
    'Time that a question waits for its vector; then words alone decide.',
  ),
  AI_EMBEDDING_TOKENS_PER_DAY: tokensOfDay(20_000_000, 0).describe(
    'Tokens of sections that are embedded of one organization on one day (UTC), estimated by their length; the others go on the next day. 0 for no limit.',
  ),
  AI_EMBEDDING_TOKENS_PER_DAY_OF_ACCOUNT: tokensOfDay(40_000_000, 1).describe(
    'The same of all organizations that one account made together; three times as many of all accounts that were created at one address.',
  ),
  AI_EMBEDDING_CONCURRENCY: count(2).describe('Requests at a time with which one process embeds sections.'),
})
export type ModelConfig = z.output<typeof ModelConfig>

/** Settings of a configured endpoint. */
export interface EndpointSettings {
  baseUrl: string
  apiKey: string | undefined
}

/** Adds an issue for each missing setting that another setting needs. */
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

/** Warns of limits that another limit makes ineffective. `PROXY_TIMEOUT_MS` is the gateway's, and usually set for all. */
export function checkModel(config: ModelConfig, env: NodeJS.ProcessEnv): ConfigProblem[] {
  const proxyTimeoutMs = Number(env.PROXY_TIMEOUT_MS ?? 60_000)
  const bounds: [keyof ModelConfig, string, number][] = [
    ['AI_CALLER_CONCURRENCY', 'AI_CONCURRENCY', config.AI_CONCURRENCY],
    ['AI_FIRST_TOKEN_TIMEOUT_MS', 'AI_TIMEOUT_MS', config.AI_TIMEOUT_MS],
    ['AI_TOKEN_TIMEOUT_MS', 'AI_TIMEOUT_MS', config.AI_TIMEOUT_MS],
    ['AI_TIMEOUT_MS', 'PROXY_TIMEOUT_MS', proxyTimeoutMs],
  ]
  return bounds
    .filter(([name, , bound]) => Number(config[name]) > bound)
    .map(([variable, other, bound]) => ({
      variable,
      message: `has no effect beyond ${other}, which is ${bound}`,
      isWarning: true,
    }))
}

/** The least average number of UTF-8 bytes per token, in any language. */
export const bytesPerToken = 3
