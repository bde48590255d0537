-- +goose Up
-- What the demo brought: it must not be sold, nor its codes be honoured, in a shop that
-- is open to the public.
ALTER TABLE products ADD COLUMN demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1));
ALTER TABLE coupons ADD COLUMN demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1));
