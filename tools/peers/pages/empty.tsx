import { createRoot } from 'react-dom/client'

/** The least that every shell has: a framework, a heading, and a worker that serves it without a network. */
void navigator.serviceWorker.register('/sw.js')
createRoot(document.querySelector('main')!).render(<h1>Empty</h1>)
