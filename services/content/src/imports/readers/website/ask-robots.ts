import robotsParser from 'robots-parser'

const name = 'Quire'

/** What a robots.txt says. */
export interface RobotsAnswers {
  /** Of each address that was asked about, whether it may be fetched. */
  allowed: boolean[]
  /** In seconds; 0 where it names no delay. */
  delay: number
  sitemaps: string[]
}

/** Asks the robots.txt at `address` about pages. Its rules are tried one by one: many of them take long. */
export function askRobots(address: string, text: string, urls: string[]): RobotsAnswers {
  const robots = robotsParser(address, text)
  const delay = Number(robots.getCrawlDelay(name) ?? 0)
  return {
    allowed: urls.map((url) => robots.isAllowed(url, name) !== false),
    delay: Number.isFinite(delay) && delay > 0 ? delay : 0,
    sitemaps: robots.getSitemaps().slice(0, 10),
  }
}
