import { callNames, rowOf } from '../../../contract/calls.ts'
import { fileRoutes } from '../../../contract/file.ts'
import { summaries } from './summaries.ts'

/**
 * `/api/docs`: one section per address, readable without scripts; if they run, the explorer replaces it
 * (`explorer/start.js`).
 */
export const openapiPage = () => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bedside API</title>
<style>${STYLE}</style></head><body><main id="api" data-script="/api/docs/explorer.js" data-style="/api/docs/explorer.css">
<h1>Bedside API</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>${callNames.map(section).join('')}${Object.entries(fileRoutes).map(fileSection).join('')}
</main><script src="/api/docs/start.js" defer></script></body></html>`

const STYLE = `body{margin:0;background:#fff;color:#1b1b1b}#api:not([data-explorer]){font:15px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
#api:not([data-explorer]) code{background:#eee;padding:0 .3em}#api:not([data-explorer]) h2{font-size:1.15rem}#api:not([data-explorer]) li{margin:.25rem 0}`

function section(name: (typeof callNames)[number]) {
  const row = rowOf(name)
  const roles = row.roles === 'anyone' ? 'anyone' : row.roles.join(', ')
  return `<section><h2><code>${row.method} ${row.path}</code> ${name}</h2><p>${summaries[name]}</p><ul><li>For: ${roles}</li><li>Without a network: ${row.offline}</li>${
    row.action ? `<li>Body has <code>action: "${row.action}"</code></li>` : ''
  }<li>Refusals: ${row.refusals.join(', ') || 'none'}</li></ul></section>`
}

function fileSection([name, { method, path, roles, files, fields }]: [
  string,
  (typeof fileRoutes)[keyof typeof fileRoutes],
]) {
  const parts = [...Object.keys(fields.entries), ...(files ? [files] : [])]
  return `<section><h2><code>${method} ${path}</code> file.${name}</h2><ul><li>For: ${roles.join(', ')}</li><li>Without a network: online</li>${
    parts.length ? `<li>${files ? 'Multipart fields' : 'Body'}: ${parts.join(', ')}</li>` : ''
  }</ul></section>`
}
