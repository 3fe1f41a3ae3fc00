import { consoleKeyMeta } from '@quire/kit/edge'
import type { BuiltConsole } from './built-console.ts'

interface PageValues {
  nonce: string
  /** Absent in an answer that another page may read. */
  key?: string
}

/** Returns the renderer of the console's page; `prefix` is the path of PUBLIC_URL. */
export function consolePage({ built, prefix }: { built: BuiltConsole; prefix: string }) {
  const at = (file: string) => `${prefix}/console/${file}`
  const links = [
    ...built.styles.map((file) => `<link rel="stylesheet" href="${at(file)}">`),
    ...built.imports.map((file) => `<link rel="modulepreload" href="${at(file)}">`),
  ]
  return ({ nonce, key }: PageValues): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="quire-base" content="${prefix}">
<meta name="quire-nonce" content="${nonce}">${key === undefined ? '' : `\n<meta name="${consoleKeyMeta}" content="${key}">`}
<title>Quire</title>
<link rel="icon" href="${icon}">
${links.join('\n')}
<script type="module" src="${at(built.script)}"></script>
<!-- Icons: Font Awesome Free, https://fontawesome.com, CC BY 4.0 -->
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript. Everything that it does can also be done through the interface: see ${prefix}/docs.</noscript>
</body>
</html>
`
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 24 24%22 fill=%22%231f5fd0%22%3E%3Cpath d=%22M4 5.5 12 3v15.5L4 21z%22/%3E%3Cpath d=%22M12 3l8 2.5V21l-8-2.5z%22 opacity=%22.55%22/%3E%3C/svg%3E'
