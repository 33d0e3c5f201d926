# dev
