// Puts the explorer (Swagger UI) in the place of the page that is there without scripts. Where one of its two files does not come, the page stays.
const page = document.getElementById('api')

const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: page.dataset.style })
const script = Object.assign(document.createElement('script'), { src: page.dataset.script })
Promise.all([style, script].map(arrived)).then(explore, () => {})
document.head.append(style, script)

function arrived(file) {
  return new Promise((resolve, reject) => {
    file.onload = resolve
    file.onerror = reject
  })
}

function explore() {
  page.dataset.explorer = ''
  page.replaceChildren()
  const ui = SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#api',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    // nothing is asked of anyone else
    validatorUrl: null,
    // whoever signs in by the explorer is signed in for all that is tried after it
    responseInterceptor: (response) => {
      const { token } = response.body ?? {}
      if (response.ok && typeof token === 'string') ui.preauthorizeApiKey('token', token)
      return response
    },
  })
}
