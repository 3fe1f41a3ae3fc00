import robotsParser from 'robots-parser'

const name = 'Quire'

/** Answers from a robots.txt. */
export interface RobotsAnswers {
  /** True for each of the given addresses that may be fetched. */
  allowed: boolean[]
  /** The delay between requests in seconds; 0 if it names none. */
  delay: number
  sitemaps: string[]
}

/** Applies the robots.txt at `address` to pages. Rules are tried one by one, so that many rules are slow. */
export function askRobots(address: string, text: string, urls: string[]): RobotsAnswers {
  const robots = robotsParser(address, text)
  const delay = Number(robots.getCrawlDelay(name) ?? 0)
  return {
    allowed: urls.map((url) => robots.isAllowed(url, name) !== false),
    delay: Number.isFinite(delay) && delay > 0 ? delay : 0,
    sitemaps: robots.getSitemaps().slice(0, 10),
  }
}
