import { consoleCookie, consoleKey, consoleKeyFile, consoleKeyHeader, newCookieValue, secretKey } from '@quire/kit'

/**
 * Returns the headers with which the console sends its requests, for a value of its cookie: a session, or by default a
 * browser of nobody.
 */
export function consoleHeaders(
  { SECRETS_DIR = '', PUBLIC_URL = '' }: NodeJS.ProcessEnv,
  value = newCookieValue('nobody'),
): Record<string, string> {
  return {
    cookie: `${consoleCookie(PUBLIC_URL).name}=${value}`,
    [consoleKeyHeader]: consoleKey(secretKey({ SECRETS_DIR }, consoleKeyFile), value),
    'sec-fetch-site': 'same-origin',
  }
}
