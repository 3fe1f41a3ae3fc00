const mostCharacters = 100

/** What people wrote as a title, where it stands among words of ours. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s"]+/g, ' ')
    .trim()
    .slice(0, mostCharacters)
    .toWellFormed()
