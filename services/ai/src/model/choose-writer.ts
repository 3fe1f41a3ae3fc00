import type { Logger, Metrics } from '@quire/kit'
import type { AnswerWriter } from '../ask/writer.ts'
import { openChat } from './chat.ts'
import type { ModelConfig } from './config.ts'
import { modelMetrics } from './metrics.ts'
import { modelLimits } from './model-limits.ts'
import { modelWriter } from './model-writer.ts'

/** Returns the writer of answers: the language model if one is configured, else `otherwise`. */
export function chooseWriter(
  config: ModelConfig,
  otherwise: AnswerWriter,
  { metrics, log }: { metrics: Pick<Metrics, 'registry'>; log: Logger },
): AnswerWriter {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey, AI_MAX_INPUT_TOKENS: maxTokens } = config
  if (baseUrl === undefined || model === undefined) return otherwise
  const counted = modelMetrics(metrics)
  return modelWriter({
    ...{ otherwise, maxTokens, metrics: counted, log },
    endpoint: openChat({ baseUrl, apiKey }, model, config),
    limits: modelLimits(config, counted),
  })
}
