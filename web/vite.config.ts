import { defineConfig } from 'vite';

// Plain names and no inlined assets: the server's content policy allows its own files only.
export default defineConfig({
  base: './',
  build: {
    outDir: process.env.STICKSLIP_PAGE ?? '../build/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
});
