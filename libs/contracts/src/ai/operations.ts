import { operations } from '../operation.ts'

export const aiOperations = operations('ai', {})
