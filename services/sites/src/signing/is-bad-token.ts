import jwt from 'jsonwebtoken'

/** Whether a token is at fault. Where a token calls itself a JWT and holds no JSON, the library throws a SyntaxError. */
export const isBadToken = (error: unknown): boolean =>
  error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError
