import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const place = document.getElementById('console')
if (place !== null) createRoot(place).render(<StrictMode>opsgraph</StrictMode>)
