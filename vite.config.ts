import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const api = process.env.HOLDFAST_API ?? 'http://localhost:3000'

/** Two entries, one build: the candidate's pages (small, offline) and the console. */
export default defineConfig({
  publicDir: 'pwa/public',
  build: {
    outDir: 'dist/pages',
    emptyOutDir: true,
    manifest: 'build.json',
    sourcemap: false,
    target: 'es2023',
    rolldownOptions: { input: { candidate: 'candidate.html', console: 'console.html' } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/files', '/uploads', '/healthz', '/docs.css'].map((path) => [path, api])),
  },
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'pwa/worker',
      filename: 'worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // Only what an attempt needs; the console's chunks stay out of the candidate's precache.
        globPatterns: ['candidate.html', 'assets/candidate-*', 'assets/*.{js,css,woff2}', '*.svg', 'manifest.webmanifest'],
        globIgnores: ['assets/console-*', '**/console/**', '**/*-cyrillic*', '**/*-greek*', '**/*-vietnamese*'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
  ],
})
