import { operations } from '../operation.ts'

export const identityOperations = operations('identity', {})
