import Bowser from 'bowser'

const maxAgentLength = 512
const maxLength = 100

/** Returns the name of a browser and its system, as its `User-Agent` says, such as `Firefox on Linux`. */
export function deviceOf(userAgent: string | string[] | undefined): string {
  const agent = typeof userAgent === 'string' ? userAgent.slice(0, maxAgentLength) : ''
  if (agent === '') return 'Unknown browser'
  const { browser, os } = Bowser.parse(agent)
  const name = browser.name || 'Unknown browser'
  return (os.name ? `${name} on ${os.name}` : name).slice(0, maxLength)
}
